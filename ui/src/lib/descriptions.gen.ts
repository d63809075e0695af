// Written by `go test ./readapi/pages -run Facts -update` from readapi/pages and contract.

export const collectionDescription = ({ count, name }: { count: string; name: string }) => `收藏夹「${name}」收有 ${count} 个资源。`

export const homeDescription = ({ game }: { game: string }) => `发现、关注和下载 ${game} 的模组、整合包、插件、资源包、光影包、数据包、软件与汉化资源。`

export const legalDescription = ({ brand, title }: { brand: string; title: string }) => `${brand} 的${title}。`

export const listingDescription = ({ brand, type }: { brand: string; type: string }) => `在 ${brand} 快速搜索${type}，按游戏版本、加载器和分类筛选。`

export const transparencyDescription = ({ brand }: { brand: string }) => `${brand} 的审核数据：多少项目通过、拒绝和保留，等了多久，为什么被拒绝，有多少决定被撤销。`
