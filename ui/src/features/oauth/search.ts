/** The most applications that an account may register. */
export const MAX_APPLICATIONS = 16

/** In place of an id: a new one. No id has three letters. */
export const NEW = 'new'

/** The search parameters of the page of applications: the one that is shown. */
export function parseApplicationsSearch({ app }: Record<string, unknown>): { app?: string } {
  return typeof app === 'string' && app !== '' ? { app } : {}
}
