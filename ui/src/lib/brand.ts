function meta(name: string): string | undefined {
  return document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined
}

/** Name of the site, as the server's configuration says. */
export function brandName(): string {
  return meta('application-name') ?? 'Modyard'
}

/** Name of the game, as the server's configuration says. */
export function gameName(): string {
  return meta('game') ?? 'Minecraft'
}

/** Name of the stage where this is not the real site; empty on the real one. */
export function stageName(): string {
  return meta('stage') ?? ''
}
