const LINK = /^(?:https?|mailto):/i;
/** Pictures that cannot hold scripts or references to elsewhere; SVG is not among them. */
const IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,/i;

/** True for an address that may leave the app, through the system's browser. */
export function isOpenableLink(url: string): boolean {
  return LINK.test(url) && URL.canParse(url);
}

/** True for an image that is inside the text itself. */
export function isInlineImage(url: string): boolean {
  return IMAGE.test(url);
}
