const names: Record<string, string> = {
  fabric: 'Fabric',
  forge: 'Forge',
  neoforge: 'NeoForge',
  quilt: 'Quilt',
  liteloader: 'LiteLoader',
  modloader: "Risugami's ModLoader",
  rift: 'Rift',
  bukkit: 'Bukkit',
  spigot: 'Spigot',
  paper: 'Paper',
  purpur: 'Purpur',
  folia: 'Folia',
  sponge: 'Sponge',
  bungeecord: 'BungeeCord',
  waterfall: 'Waterfall',
  velocity: 'Velocity',
  datapack: '数据包',
  iris: 'Iris',
  optifine: 'OptiFine',
  canvas: 'Canvas',
  vanilla: '原版光影',
  minecraft: '资源包',
  mrpack: '整合包',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  language: '汉化包',
}

/** Name of a loader or platform; an unknown id is shown unchanged. */
export function loaderName(id: string): string {
  return names[id] ?? id
}

/** Whether an id names a loader or platform and not a category. */
export function isLoader(id: string): boolean {
  return Object.hasOwn(names, id)
}
