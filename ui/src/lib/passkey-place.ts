/** Whether a host is an IP address: passkeys belong to names. */
export const isAddress = (host: string): boolean => host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host)

/** Whether the browser lets this page use passkeys. It hides them where the connection is not secure. */
export const mayUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis && !isAddress(location.hostname)

/** Whether a page of a host may use the passkeys of a site. */
export const belongsTo = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`)
