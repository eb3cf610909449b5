// What was dropped on a page: files, or folders walked through, each with its path.
"use strict";

globalThis.droppedFiles = (() => {
  const entries = (reader) => new Promise((done, fail) => reader.readEntries(done, fail));
  const fileOf = (entry) => new Promise((done, fail) => entry.file(done, fail));

  const walk = async (entry, folder) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isFile) return [{ file: await fileOf(entry), path }];
    const reader = entry.createReader();
    let found = [];
    for (let some = await entries(reader); some.length > 0; some = await entries(reader)) {
      for (const one of some) found = found.concat(await walk(one, path));
    }
    return found;
  };

  return async (transfer) => {
    const roots = [...transfer.items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter(Boolean);
    if (roots.length === 0) return [...transfer.files].map((file) => ({ file, path: file.name }));
    return (await Promise.all(roots.map((root) => walk(root, "")))).flat();
  };
})();
