export const calendarText = {
  calendar: '日历',
  open: '打开日历',
  earlier: '上个月',
  later: '下个月',
  month: (year: number, month: number) => `${year} 年 ${month} 月`,
  day: (year: number, month: number, day: number) => `${year} 年 ${month} 月 ${day} 日`,
  weekdays: ['一', '二', '三', '四', '五', '六', '日'],
} as const
