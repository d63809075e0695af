import type { Tone } from '@/components/ui/badge'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import type { HostNode } from '../api'

export type NodeState = 'connected' | 'away' | 'waiting' | 'retired'

export function nodeState({ retired, joined, connected }: Pick<HostNode, 'retired' | 'joined' | 'connected'>): NodeState {
  if (retired) return 'retired'
  return joined ? (connected ? 'connected' : 'away') : 'waiting'
}

export const nodeTones: Readonly<Record<NodeState, Tone>> = { connected: 'ok', away: 'warn', waiting: 'info', retired: 'neutral' }

/** Whether servers can be provisioned on it. */
export const usable = (node: HostNode): boolean => node.joined !== null && node.retired === null

/** Resources in words. */
export const limitNames = (unlimited: readonly string[]): string => unlimited.map((one) => serverText.notices.limits[one] ?? one).join('、')

/** The commands that make a machine a node of this site. */
export const commandsOf = (site: string, code: string) => ({ join: `modyard node join ${site} ${code}`, run: 'modyard node' })
