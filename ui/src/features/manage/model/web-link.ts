/** Whether a text is an https address the API takes; empty means none. */
export function soundLink(text: string): boolean {
  const value = text.trim()
  if (value === '') return true
  try {
    const url = new URL(value)
    return url.protocol === 'https:' && url.username === '' && url.password === '' && value.length <= 2048 && !/[\s"<>\\]/.test(value)
  } catch {
    return false
  }
}
