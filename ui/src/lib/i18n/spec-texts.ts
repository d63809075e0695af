import { categoryLabel } from '@/lib/categories'
import { formatCount } from '@/lib/format'
import { missingCollection, missingPage, missingProject, missingType, missingUser } from '@/lib/heads.gen'
import { licenseName } from '@/lib/license'
import { mixedLabels } from '@/lib/mixed.gen'
import { collectionText } from './zh-Hans/collection'
import { authText } from './zh-Hans/auth'
import { consentText } from './zh-Hans/consent'
import { downloadText } from './zh-Hans/download'
import { editorText } from './zh-Hans/editor'
import { gameVersionText } from './zh-Hans/game-versions'
import { miscText } from './zh-Hans/misc'
import { preferencesText } from './zh-Hans/preferences'
import { projectText } from './zh-Hans/project'
import { reviewText } from './zh-Hans/review'
import { serverInstallText } from './zh-Hans/server-install'
import { settingsText } from './zh-Hans/settings'
import { shellText } from './zh-Hans/shell'
import { siteText } from './zh-Hans/site'
import { uiText } from './zh-Hans/ui'
import { wikiEditText } from './zh-Hans/wiki-edit'
import { wikiReviewText } from './zh-Hans/wiki-review'

/** A text that the specification of the site quotes, its section, and what the interface says there. */
export type SpecText = readonly [section: string, text: string, shown: string]

/**
 * Every text that the specification quotes and whose area is built. Values are in braces, as in the specification.
 * Texts of areas that are not built are absent: issues and forums (§2.4), and the hosting panel.
 * Texts that only describe what a Chinese text says
 * ('search {type}...', 'Reset all filters', 'Exclude') are no quotations. The notice of a rejected project (§2.4) is not
 * listed either: it has a stray full stop in the middle, and the interface says the same in whole sentences.
 */
export const specTexts: readonly SpecText[] = [
  ['2.1', 'Page not found: {path}', missingPage({ path: '{path}' })],
  ['2.2', 'An error occurred!', shellText.errorOccurred],
  ['2.2', '前往主页', shellText.goHome],
  ['2.2', 'Unknown error', siteText.unknownError],
  ['2.3', 'You got frogged', miscText.frogTitle],
  ['2.3', '基本', settingsText.pages.general],
  ['2.4', '找不到该页面', missingType],
  ['2.4', '资源不存在', missingProject],
  ['2.4', '创建收藏夹', collectionText.create],
  ['2.4', '审查项目', projectText.review],
  ['2.4', '举报', projectText.report],
  ['2.4', '复制资源 ID', projectText.copyId],
  ['2.4', '更新日志', projectText.tabs.changelog],
  ['2.4', '{title} 已停更. {title} 将不会再进行任何更新,除非作者取消停更状态', projectText.archived('{title}')],
  ['2.4', '您已被邀请成为该项目的成员，权限为 {role}.', projectText.invited('{role}')],
  ['2.4', '接收', projectText.accept],
  ['2.4', '拒绝', projectText.decline],
  ['2.4', '无法检索许可证文本.', projectText.license.failed],
  ['2.4', '资源已更新', settingsText.updated],
  ['2.4', '您的资源已更新', settingsText.updatedText],
  ['2.4', '资源图标更新', settingsText.iconUpdated],
  ['2.4', '您的资源图标已更新', settingsText.iconUpdatedText],
  ['2.5', '显示全部版本', downloadText.showAll],
  ['2.5', '该资源没有可用下载源', downloadText.noSource],
  ['2.6', 'Override game versions', serverInstallText.overrideVersions],
  ['2.6', 'Override loaders', serverInstallText.overrideLoaders],
  ['2.6', 'Hide already installed', serverInstallText.hideInstalled],
  ['2.6', 'Install', serverInstallText.install],
  ['2.6', 'Installing...', serverInstallText.installing],
  ['2.6', 'Installed', serverInstallText.installed],
  ['2.8', '批准', reviewText.approve],
  ['2.8', '拒绝', reviewText.reject],
  ['2.8', '保留', reviewText.withhold],
  ['2.12', '标题 1', editorText.heading(1)],
  ['2.12', '加粗', editorText.bold],
  ['2.12', '斜体', editorText.italic],
  ['2.12', '删除线', editorText.strike],
  ['2.12', '代码', editorText.code],
  ['2.12', '折叠', editorText.spoiler],
  ['2.12', '符号列表', editorText.bullets],
  ['2.12', '数字列表', editorText.numbers],
  ['2.12', '引用', editorText.quote],
  ['2.12', '链接', editorText.link],
  ['2.12', '图片', editorText.image],
  ['2.12', '视频', editorText.video],
  ['2.12', '预览', editorText.preview],
  ['2.12', 'Max length: {current}/{max}', editorText.maxLength('{current}', '{max}')],
  ['2.12', '写点什么...', editorText.placeholder],
  ['2.12', 'Insert link', editorText.insertLinkQuoted],
  ['2.12', 'Enter label...', editorText.labelPlaceholder],
  ['2.12', "Enter the link's URL...", editorText.urlPlaceholder],
  ['2.12', 'Error', editorText.error],
  ['2.12', '插入图片', editorText.insertImage],
  ['2.12', '上传', editorText.upload],
  ['3', '保留所有权益/无许可证', licenseName('LicenseRef-All-Rights-Reserved')],
  ['3', '发布地址', projectText.links.site],
  ['5', '请填写完整数据', wikiEditText.create.missing],
  ['5', '已存在相同slug', wikiEditText.create.sameSlug],
  ['5', '已存在相同标题', wikiEditText.create.sameTitle],
  ['5', '没有任何修改', wikiReviewText.empty],
  ['5', '请填写提交原因', wikiReviewText.noReason],
  ['7', '成功', wikiReviewText.done],
  ['7', '提交成功', wikiReviewText.doneText],
  ['4.4', '您已完成此项目的审核！还有 N 个项目。', reviewText.done('N')],
  ['4.4', '您已完成此项目的审核！', reviewText.doneCounting],
  ['8', '发生错误', siteText.errorTitle],
  ['8', 'Something went wrong', uiText.wentWrong],
  ['8', '错误: 未找到任何游戏版本', downloadText.noVersions],
  ['8', '错误: 未找到任何平台', downloadText.noPlatforms],
  ['8', '{version} 和 {platform} 没有可用版本.', downloadText.none('{version}', '{platform}')],
  ['8', 'No redirect location found in response', consentText.noAddressQuoted],
  ['8', 'Email sent — if the email was saved on your account, an email was sent', authText.resetSentQuoted],
  ['8', 'Password reset successfully, you can now sign in with the new password', authText.resetDoneQuoted],
  ['8', 'Collection not found', missingCollection],
  ['8', 'User does not exist', missingUser],
  ['8', 'Unable to load this language, try later', preferencesText.languageFailedQuoted],
  ['8', 'Invalid URL. Make sure the URL is well-formed.', editorText.malformed],
  ['8', 'Unsupported protocol. Use http or https.', editorText.protocol],
  ['8', 'Invalid URL. This domain is not allowed.', editorText.blocked],
  ['8', 'No image upload handler provided', editorText.noHandler],
  ['8', 'No file provided', editorText.noFile],
  ['9', 'Spoiler', editorText.spoilerSummary],
  ['5', 'Replace this with a description', editorText.defaultAlt],
  ['9', '搬运团队', projectText.repostTeam],
  ['9', '创作团队', projectText.team],
  ['9', '1.23 亿', formatCount(123_000_000)],
  ['9', '1.2 万', formatCount(12_300)],
  ['9', 'All legacy versions', gameVersionText.legacy.all],
  ['9', 'All alpha and beta versions', gameVersionText.legacy.alphaAndBeta],
  ['9', 'All alpha versions', gameVersionText.legacy.alpha],
  ['9', 'All beta versions', gameVersionText.legacy.beta],
  ['9', 'All pre-alpha versions', gameVersionText.legacy.preAlpha],
  ['9', '模组, 插件, 和 数据包', mixedLabels['mod plugin datapack'] ?? ''],
  ['9', '模组 和 插件', mixedLabels['mod plugin'] ?? ''],
  ['9', '模组 和 数据包', mixedLabels['mod datapack'] ?? ''],
  ['9', '插件 和 数据包', mixedLabels['plugin datapack'] ?? ''],
  ['9', '8x 或更低', categoryLabel('8x-')],
  ['9', '512x 或更高', categoryLabel('512x+')],
]

/** Category labels of §9, as the specification lists them. */
export const specCategories =
  'adventure 冒险, cursed 诅咒, decoration 装饰, economy 经济, equipment 装备, food 食物, game-mechanics 游戏机制, library 前置, magic 魔法, management 管理, minigame 小游戏, mobs 生物, optimization 优化, social 社交, storage 存储, technology 科技, transportation 交通, utility 实用工具, worldgen 世界生成, challenging 挑战, combat 战斗, kitchen-sink 厨房水槽, lightweight 轻量, multiplayer 多人游戏, quests 任务, modded 模组, realistic 真实, simplistic 简约, themed 主题, tweaks 调整, vanilla-like 原版风格, audio 音频, blocks 方块, core-shaders 核心着色器, entities 实体, environment 环境, fonts 字体, gui GUI, items 物品, locale 本地化, models 模型, cartoon 卡通, fantasy 幻想, semi-realistic 半真实, atmosphere 氛围, bloom 泛光, colored-lighting 彩色光照, foliage 植被, path-tracing 路径追踪, pbr 物理渲染, reflections 反射, shadows 阴影, potato 极低, low 低, medium 中等, high 高, screenshot 截图, mrpack 整合包, vanilla 原版光影, language 汉化包'
