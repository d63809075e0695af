type Titled = { title: string; title_zh: string | null }

/**
 * The displayed title: the Chinese one if there is one, with the original beside it. An original that begins with
 * the Chinese title is shown without that part.
 */
export function titles({ title, title_zh }: Titled): { title: string; original: string | undefined } {
  if (!title_zh || title_zh === title) return { title, original: undefined }
  const original = title.startsWith(title_zh) ? title.slice(title_zh.length).trim() : title
  return { title: title_zh, original: original || undefined }
}
