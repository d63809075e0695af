/** About ten years, as the specification requires for preference cookies. */
const LONG_SECONDS = 315_360_000

/** The token that accompanies a session; over https its cookie has the prefix of cookies that only this host can set. */
export function csrfToken(): string | undefined {
  return readCookie('__Host-modyard_csrf') ?? readCookie('modyard_csrf')
}

/** Value of a cookie of this page, decoded. */
export function readCookie(name: string): string | undefined {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=')
    if (part.slice(0, at) !== name) continue
    try {
      return decodeURIComponent(part.slice(at + 1))
    } catch {
      return undefined
    }
  }
  return undefined
}

/** Writes a lasting preference cookie. */
export function writeCookie(name: string, value: string, sameSite: 'lax' | 'strict' = 'lax'): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${LONG_SECONDS}; samesite=${sameSite}${secure}`
}

/** Deletes a cookie of this page. */
export function clearCookie(name: string): void {
  document.cookie = `${name}=; path=/; max-age=0`
}

/** A JSON value in this browser's storage, or undefined when absent or unreadable. */
export function readLocal(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** Stores a JSON value in this browser; a full or blocked storage is not an error for the person. */
export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Callers do not depend on it.
  }
}
