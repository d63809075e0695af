export const handOverText = {
  title: '转让',
  text: '转给你能编辑资料的团队，或由你自己从团队接收。想交给另一个人时，先转给你们共同的团队，再由对方接收。',
  to: '转给',
  self: (name: string) => `我自己（${name}）`,
  action: '转让',
  ask: (app: string, to: string) => `把「${app}」转给${to}？`,
  consequences:
    '之后由接收的一方管理它，「已核实」的标记会去掉。授权和密钥保持不变，程序照常运行；原来的管理者可能还保存着密钥，请在转让后更换。',
  done: '应用已转让',
  ofTeam: (team: string) => `团队「${team}」的应用`,
  ofSome: '团队的应用',
} as const
