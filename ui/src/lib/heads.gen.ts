// Written by `go test ./readapi/pages -run Facts -update` from readapi/pages and contract.

export const collectionTitle = ({ brand, name }: { brand: string; name: string }) => `${name} - 收藏夹 - ${brand}`

export const goneWikiPage = '这一页已被移除'

export const homeTitle = ({ brand, game }: { brand: string; game: string }) => `${brand} - ${game} 资源社区`

export const missingCollection = 'Collection not found'

export const missingCollectionTitle = '收藏夹不存在'

export const missingKind = '没有这一类资源'

export const missingOrganization = '团队不存在'

export const missingPage = ({ path }: { path: string }) => `Page not found: ${path}`

export const missingPageTitle = '没有这个页面'

export const missingProject = '资源不存在'

export const missingType = '找不到该页面'

export const missingUser = 'User does not exist'

export const missingUserTitle = '用户不存在'

export const missingVersion = '版本不存在'

export const missingWikiPage = '百科里没有这一页'

export const ofTypeTitle = ({ title, type }: { title: string; type: string }) => `${type} · ${title}`

export const projectTitle = ({ game, title, type }: { game: string; title: string; type: string }) => `${title} - ${game} ${type}`

export const siteTitle = ({ brand, title }: { brand: string; title: string }) => `${title} - ${brand}`

export const versionTitle = ({ project, version }: { project: string; version: string }) => `${version} - ${project}`

export const wikiPageTitle = ({ page, project }: { page: string; project: string }) => `${page} - ${project} 百科`

export const wikiTitle = ({ project }: { project: string }) => `${project} 百科`
