type Titled = { title: string; title_zh: string | null }

/** Title as shown: the Chinese one where there is one, the original beside it. */
export function titles({ title, title_zh }: Titled): { title: string; original: string | undefined } {
  return title_zh && title_zh !== title ? { title: title_zh, original: title } : { title, original: undefined }
}
