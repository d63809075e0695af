/** A file with its path below the folder that it is uploaded to; and folders that have no file. */
export type Given = { files: { file: File; path: string }[]; folders: string[] }

/** The files that somebody chose; those of a chosen folder keep their place in it. */
export const chosen = (list: Iterable<File>): Given => ({
  files: [...list].map((file) => ({ file, path: file.webkitRelativePath || file.name })),
  folders: [],
})

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** All entries of a folder: a browser gives them a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

async function collect(entry: FileSystemEntry, base: string, into: Given): Promise<void> {
  const path = `${base}${entry.name}`
  if (entry.isFile) {
    into.files.push({ file: await fileOf(entry as FileSystemFileEntry), path })
    return
  }
  const inside = await entriesOf(entry as FileSystemDirectoryEntry)
  if (inside.length === 0) into.folders.push(path)
  for (const one of inside) await collect(one, `${path}/`, into)
}

/** What was dropped, with everything in dropped folders. Entries are taken at once: the browser forgets them after the event. */
export async function dropped(data: Pick<DataTransfer, 'items' | 'files'>): Promise<Given> {
  const entries = [...data.items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? []) : []))
  if (entries.length === 0) return chosen(data.files)
  const given: Given = { files: [], folders: [] }
  for (const entry of entries) await collect(entry, '', given)
  return given
}
