import type { Rule } from 'eslint'

export const levels: readonly (readonly string[])[]
export const layers: Rule.RuleModule
