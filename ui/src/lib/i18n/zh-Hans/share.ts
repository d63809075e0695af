/** Texts of the dialog that shares a project. */
export const shareText = {
  title: '分享',
  card: '分享卡片',
  link: '链接',
  copyLink: '复制链接',
  chat: '聊天文字',
  copyChat: '复制聊天文字',
  chatOf: (title: string, summary: string, facts: string, url: string) =>
    [`【${title}】${summary}`, facts, url].filter((line) => line !== '').join('\n'),
  loaders: (names: readonly string[]) => (names.length > 0 ? `加载器：${names.join('、')}` : ''),
  code: '页面的二维码',
  codeHint: '用手机扫描，打开这个页面。',
  badges: '徽章',
  badgesHint: '复制 Markdown，放进 README 或论坛帖子。',
  badge: { downloads: '下载', version: '版本', 'game-versions': '游戏版本', license: '许可证' },
  copyBadge: (name: string) => `复制徽章「${name}」的 Markdown`,
  system: '用其他应用分享',
  hidden: '公开之后才有分享卡片、二维码和徽章。',
}
