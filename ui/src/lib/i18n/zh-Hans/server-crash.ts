/** What is known of a crash of a hosted server, and where to look further. */
export const serverCrashText = {
  title: '这次崩溃',
  code: '退出代码',
  signal: '信号',
  memory: '内存',
  memoryOut: '超出上限',
  memoryIn: '没有超出上限',
  uptime: '运行时间',
  at: '时间',
  hints: {
    memory: '进程用的内存超出了上限，被系统结束：减少模组或视距，或请站点的管理员增加内存。',
    killed: '进程被强制结束。如果不是有人操作，多半是机器的内存不足。',
    code: '程序自己以错误结束：原因通常在日志的最后几行，或崩溃报告里。',
  },
  history: '查看动态',
  log: '打开日志',
  reports: '崩溃报告',
} as const
