type Titled = { title: string; title_zh: string | null }

/**
 * Title as shown: the Chinese one where there is one, the original beside it. An original that only repeats the
 * Chinese title before its own words is shown without the repetition.
 */
export function titles({ title, title_zh }: Titled): { title: string; original: string | undefined } {
  if (!title_zh || title_zh === title) return { title, original: undefined }
  const original = title.startsWith(title_zh) ? title.slice(title_zh.length).trim() : title
  return { title: title_zh, original: original || undefined }
}
