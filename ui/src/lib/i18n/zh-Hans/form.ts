/** Texts that forms share. */
export const formText = {
  unexpected: '出了意外的问题，请重试。',
  lengthRange: (min: number, max: number) => `请填写 ${min}–${max} 个字符。`,
  slugFree: '可以使用。',
  slugTaken: '这个链接已被占用。',
  slugChecking: '正在检查…',
  slugWrong: '链接含有不能使用的字符。',
  summarySame: '简介不能与名称相同。',
} as const
