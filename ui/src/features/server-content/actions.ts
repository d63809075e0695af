import { CircleFadingArrowUp, Pin, PinOff, Power, PowerOff, RotateCcw, Trash2, type LucideIcon } from 'lucide-react'
import type { Mod } from '@/lib/hosting/content'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'
import { phaseOf } from './model/mod'
import { decideRefusal, removeRefusal, switchRefusal, updateRefusal } from './model/refusal'
import type { Act } from './use-work'

/** Something that can be done with some files. `why` says why it cannot be done now. */
export type Action = { act: Act; on: readonly Mod[]; icon: LucideIcon; label: string; why: string | undefined; danger?: boolean }

type Rule = {
  icon: LucideIcon
  label: string
  danger?: boolean
  /** Whether it would change the file. */
  concerns: (mod: Mod) => boolean
  refusal: (server: Server, mod: Mod) => string | undefined
}

const isBroken = (mod: Mod) => phaseOf(mod) === 'failed' || phaseOf(mod) === 'missing'

const rules: Readonly<Record<Act, Rule>> = {
  update: { icon: CircleFadingArrowUp, label: t.action.update, concerns: ({ has_update: newer }) => newer, refusal: updateRefusal },
  retry: { icon: RotateCcw, label: t.action.retry, concerns: isBroken, refusal: decideRefusal },
  enable: { icon: Power, label: t.action.enable, concerns: ({ disabled }) => disabled, refusal: switchRefusal },
  disable: { icon: PowerOff, label: t.action.disable, concerns: ({ disabled }) => !disabled, refusal: switchRefusal },
  pin: { icon: Pin, label: t.action.pin, concerns: ({ pinned }) => !pinned, refusal: decideRefusal },
  unpin: { icon: PinOff, label: t.action.unpin, concerns: ({ pinned }) => pinned, refusal: decideRefusal },
  remove: { icon: Trash2, label: t.action.remove, danger: true, concerns: () => true, refusal: removeRefusal },
}

const acts = Object.keys(rules) as Act[]

/** What can be done with the files: each action with those that it changes. One that none of them allows says why. */
export function actionsForMany(server: Server, mods: readonly Mod[]): Action[] {
  return acts.flatMap((act) => {
    const { concerns, refusal, ...look } = rules[act]
    const concerned = mods.filter(concerns)
    const [first] = concerned
    if (!first) return []
    const on = concerned.filter((mod) => refusal(server, mod) === undefined)
    return [{ ...look, act, on, why: on.length > 0 ? undefined : refusal(server, first) }]
  })
}
