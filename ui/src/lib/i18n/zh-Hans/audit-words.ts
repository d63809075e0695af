/** Words of single entries of the audit. */
export const auditWords = {
  day: (year: number, month: number, day: number) => `${year} 年 ${month} 月 ${day} 日`,
  rights: (names: readonly string[]) => (names.length > 0 ? `权限：${names.join('、')}` : '没有权限'),
  allRights: '全部',
  takenFrom: (name: string) => `从 ${name} 接手`,
  handedTo: (name: string) => `交给 ${name}`,
  values: { treasurer: '财务', user: '用户', developer: '用户' } as Record<string, string>,
} as const
