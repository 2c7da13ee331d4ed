// The dropped files, including those inside dropped folders.

async function filesOf(entry) {
  if (entry.isFile) {
    const file = await new Promise((succeed, fail) => entry.file(succeed, fail));
    // A File from a dropped folder does not contain its path.
    Object.defineProperty(file, "webkitRelativePath", { value: entry.fullPath.slice(1) });
    return [file];
  }
  const reader = entry.createReader();
  const files = [];
  for (;;) {
    const some = await new Promise((succeed, fail) => reader.readEntries(succeed, fail)); // a hundred at a time
    if (some.length === 0) return files;
    for (const inner of some) files.push(...(await filesOf(inner)));
  }
}

export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean); // before the event is over
  return (await Promise.all(entries.map(filesOf))).flat();
}
