/** A host and a port as players type them. */
export const addressAt = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
