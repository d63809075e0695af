/** The most applications that an account may register. */
export const MAX_APPLICATIONS = 16

/** In place of an id in the address: a new one. No id has three letters. */
export const NEW = 'new'
