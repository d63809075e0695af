/** Texts of the layout that are needed only after the first paint: footer, banners. */
export const shellText = {
  unofficial: (brand: string) => `${brand} 是玩家社区，非官方站点，与游戏开发商无关联。`,
  footer: '页脚',
  terms: '服务条款',
  privacy: '隐私',
  rules: '内容规则',
  copyright: '版权投诉',
  security: '安全',
  apiDocs: '接口文档',
  flags: '功能开关',
  devModeOn: '开发者模式已开启，页面会显示内部 ID。',
  devModeOff: '关闭开发者模式',
  staging: (stage: string) => `这里是测试环境（${stage}），不是正式站点，数据可能随时被清空。`,
  hide: '不再显示',
} as const
