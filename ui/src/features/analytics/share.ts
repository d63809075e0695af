const percent = new Intl.NumberFormat('zh-CN', { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const part = new Intl.NumberFormat('zh-CN', { style: 'percent', maximumFractionDigits: 1 })

/** A change as +12.5%. */
export const shareText = (share: number): string => percent.format(share)

/** A part of a whole as 12.5%. */
export const partText = (share: number): string => part.format(share)
