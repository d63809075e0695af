/**
 * The catalogue of Simplified Chinese texts, one module an area so that a screen loads only its own.
 * Texts with values are functions; screens never join pieces of a sentence themselves.
 */
export { apiText } from './zh-Hans/api'
export { discoverText } from './zh-Hans/discover'
export { downloadText } from './zh-Hans/download'
export { homeText } from './zh-Hans/home'
export { profileText } from './zh-Hans/profiles'
export { projectText } from './zh-Hans/project'
export { siteText } from './zh-Hans/site'
export { uiText } from './zh-Hans/ui'
export { versionText } from './zh-Hans/versions'
