// Written by `go test ./readapi/pages -update` from readapi/pages/facts.go.

export const foundTitle = ({ text, type }: { text: string; type: string }) => `搜索${type} | ${text}`

export const homeDescription = ({ game }: { game: string }) => `发现、关注和下载 ${game} 的模组、整合包、插件、资源包、光影包、数据包、软件与汉化资源。`

export const homeTitle = ({ brand, game }: { brand: string; game: string }) => `${brand} - ${game} 资源社区`

export const listingDescription = ({ brand, type }: { brand: string; type: string }) => `在 ${brand} 快速搜索${type}，按游戏版本、加载器和分类筛选。`

export const listingTitle = ({ brand, type }: { brand: string; type: string }) => `${type} - ${brand}`

export const profileTitle = ({ brand, name }: { brand: string; name: string }) => `${name} - ${brand}`

export const projectTitle = ({ game, title, type }: { game: string; title: string; type: string }) => `${title} - ${game} ${type}`
