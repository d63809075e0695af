// Written by `go test ./cmd/modyard/app -run Titles -update` from the sections of the forum.

/** The pages that list discussions: that of all sections first, which has no group. */
export const forumPages = [
  { id: 'all', title: '社区', group: '', opens: 'everybody', lead: '茶馆、资源讨论、专栏与公告，最近有回复的在前。' },
  { id: 'chat', title: '矿工茶馆', group: '综合交流', opens: 'everybody', lead: '游戏、创作与开服，想聊什么都可以。' },
  { id: 'project', title: '资源讨论', group: '综合交流', opens: 'managers', lead: '围绕资源的讨论：用法、建议与反馈。' },
  { id: 'article', title: '专栏', group: '综合交流', opens: 'everybody', lead: '教程、心得与开发笔记。' },
  { id: 'notice', title: '公告', group: '论坛事务', opens: 'admins', lead: '本站的公告与社区的规则。' },
] as const
