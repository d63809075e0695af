const labels: Record<string, string> = {
  adventure: '冒险',
  cursed: '诅咒',
  decoration: '装饰',
  economy: '经济',
  equipment: '装备',
  food: '食物',
  'game-mechanics': '游戏机制',
  library: '前置',
  magic: '魔法',
  management: '管理',
  minigame: '小游戏',
  mobs: '生物',
  optimization: '优化',
  social: '社交',
  storage: '存储',
  technology: '科技',
  transportation: '交通',
  utility: '实用工具',
  worldgen: '世界生成',
  challenging: '挑战',
  combat: '战斗',
  'kitchen-sink': '厨房水槽',
  lightweight: '轻量',
  multiplayer: '多人游戏',
  quests: '任务',
  modded: '模组',
  realistic: '真实',
  simplistic: '简约',
  themed: '主题',
  tweaks: '调整',
  'vanilla-like': '原版风格',
  audio: '音频',
  blocks: '方块',
  'core-shaders': '核心着色器',
  entities: '实体',
  environment: '环境',
  fonts: '字体',
  gui: 'GUI',
  items: '物品',
  locale: '本地化',
  models: '模型',
  cartoon: '卡通',
  fantasy: '幻想',
  'semi-realistic': '半真实',
  atmosphere: '氛围',
  bloom: '泛光',
  'colored-lighting': '彩色光照',
  foliage: '植被',
  'path-tracing': '路径追踪',
  pbr: '物理渲染',
  reflections: '反射',
  shadows: '阴影',
  potato: '极低',
  low: '低',
  medium: '中等',
  high: '高',
  screenshot: '截图',
  '8x-': '8x 或更低',
  '512x+': '512x 或更高',
}

/** Display label of a category; the name itself where there is no label. */
export function categoryLabel(name: string): string {
  return labels[name] ?? name
}

const performance = ['potato', 'low', 'medium', 'high', 'screenshot']

/** Order inside a header: resolutions by number, performance impact by weight, others by label. */
export function compareCategories(header: string, a: string, b: string): number {
  if (header === 'resolutions') return Number.parseInt(a, 10) - Number.parseInt(b, 10)
  if (header === 'performance impact') return performance.indexOf(a) - performance.indexOf(b)
  return categoryLabel(a).localeCompare(categoryLabel(b), 'zh-Hans')
}
