export const carouselText = {
  carousel: '轮播',
  slides: '选择一张',
  slide: (at: number, count: number, title: string) => `第 ${at} 张，共 ${count} 张：${title}`,
  pause: '暂停轮播',
  play: '继续轮播',
} as const
