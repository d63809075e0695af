/** Whether a project takes part in the sharing of the site's revenue. */
export const monetizationText = {
  title: '收益',
  hint: '参与收益分成的项目，按每天的浏览与下载从本站收入中得到一份，再按成员的权重分给成员。更改只影响之后的浏览与下载。',
  choices: { monetized: '参与收益分成', demonetized: '不参与收益分成', 'force-demonetized': '强制停用' },
  hints: {
    monetized: '浏览与下载计入收益。',
    demonetized: '浏览与下载不计入收益，可以随时改回。',
    'force-demonetized': '由管理人员停用，成员不能改回；须说明原因。',
  },
  forced: '管理人员已停用此项目的收益分成，只有管理人员可以恢复。',
  save: '保存',
  saved: '收益设置已更新',
} as const
