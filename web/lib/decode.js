// Texts of files, whatever they are encoded in.

/** Records of old programs are in CP949. @param {Blob} file */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('euc-kr').decode(bytes);
  }
}
