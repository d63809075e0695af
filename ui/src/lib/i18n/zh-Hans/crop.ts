export const cropText = {
  title: '裁剪图片',
  stage: '裁剪范围。拖动或用方向键移动，滚轮或加减号缩放。',
  help: '拖动移动，滚轮或双指缩放；也可以用方向键和 + −。',
  zoom: '缩放',
  times: (zoom: number) => `${Math.round(zoom * 100)}%`,
  at: (left: number, top: number) => `裁剪范围距图片左边 ${Math.max(0, Math.round(left))}%，距上边 ${Math.max(0, Math.round(top))}%`,
  zoomOut: '缩小',
  zoomIn: '放大',
  reset: '居中',
  use: '使用',
  unreadable: '无法读取这张图片，请换一张 png、jpeg、gif 或 webp。',
  wrongType: '图片格式须为 png、jpeg、gif 或 webp。',
  gifTooLarge: '动图不能超过 256 KiB。',
  tooLarge: '图片不能超过 20 MiB。',
  failed: '图片处理失败，请换一张再试。',
} as const

export const shrunkText = {
  title: '图片已缩小',
  text: (name: string, from: string, to: string) => `${name} 由 ${from} 缩到 ${to}，以便上传。`,
} as const
