/** Whether a path is of the pages on which somebody works. */
export const isWork = (path: string): boolean => /^\/(dashboard|settings|report|moderation|servers|auth\/authorize)(\/|\?|$)/.test(path)

/** The first page of a new account, which leads on to a path. */
export const welcomeAt = (path: string): string => (path === '/' ? '/auth/welcome' : `/auth/welcome?redirect=${encodeURIComponent(path)}`)
