function meta(name: string): string | undefined {
  return document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined
}

/** Name of the site from the server's configuration. */
export function brandName(): string {
  return meta('application-name') ?? 'Modyard'
}

/** Name of the game from the server's configuration. */
export function gameName(): string {
  return meta('game') ?? 'Minecraft'
}

/** Name of the stage where this is not the production site; empty otherwise. */
export function stageName(): string {
  return meta('stage') ?? ''
}
