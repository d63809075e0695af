import type { ReactNode } from 'react'
import { SettingsForm as Form } from '@/components/ui/settings-form'
import type { KeptDraft } from '@/lib/use-kept-draft'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { usePatchProject, type ProjectPatch } from '../../commands'

type SettingsFormProps = {
  id: string
  count: number
  wrong: boolean
  patch: () => ProjectPatch
  onTried: () => void
  onRevert: () => void
  onSaved?: () => void
  /** What is written here is kept in this browser until it is saved. */
  kept?: KeptDraft | undefined
  /** Why nothing can be changed here by whoever looks; undefined where it can. */
  refused: string | undefined
  children: ReactNode
}

/** A page of a project's settings. */
export function SettingsForm({ id, ...rest }: SettingsFormProps) {
  return <Form save={usePatchProject(id)} said={{ title: t.updated, text: t.updatedText }} {...rest} />
}
