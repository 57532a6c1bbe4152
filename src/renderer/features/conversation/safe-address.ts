const LINK = /^(?:https?|mailto):/i;
/** Pictures that cannot hold scripts or references to elsewhere; SVG is not among them. */
const IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,/i;

/** With such a character the browser takes the address for no address at all. */
const NO_BASE64 = /[^A-Za-z0-9+/=%\s]/;

/** True for an address that may leave the app, through the system's browser. */
export function isOpenableLink(url: string): boolean {
  return LINK.test(url) && URL.canParse(url);
}

/** True for an image that is inside the text itself. */
export function isInlineImage(url: string): boolean {
  const head = IMAGE.exec(url)?.[0].length;
  return head !== undefined && !NO_BASE64.test(url.slice(head));
}
