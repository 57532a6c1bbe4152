/**
 * Buffers of the typed arrays in an answer that can be moved instead of copied: those of the value itself, of its
 * members, and of theirs. A view of part of a buffer is left to be copied.
 */
export function transferables(value: unknown, depth = 2): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return isWhole(value) ? [value.buffer] : [];
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return [...new Set(Object.values(value).flatMap(member => transferables(member, depth - 1)))];
}

function isWhole(view: ArrayBufferView): view is ArrayBufferView<ArrayBuffer> {
  return view.buffer instanceof ArrayBuffer && view.byteLength === view.buffer.byteLength && view.byteLength > 0;
}
