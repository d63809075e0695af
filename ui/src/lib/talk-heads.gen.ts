// Written by `go test ./readapi/pages -run Facts -update` from readapi/pages and contract.

export const boardTitle = '讨论'

export const discussionTitle = ({ brand, place, title }: { brand: string; place: string; title: string }) => `${title} - ${place} - ${brand}`

export const goneDiscussion = '该讨论已被删除'

export const issuesTitle = '反馈'

export const missingDiscussion = '讨论不存在'

export const missingIssue = '反馈不存在'
