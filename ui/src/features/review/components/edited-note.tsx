import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { reviewPanelText as t } from '@/lib/i18n/zh-Hans/review-panel'
import { editedParts } from '../model/standing'
import css from './decision-panel.module.css'

/** Tells what changed in the project since the panel was opened, or since it was last said to be known. */
export function EditedNote({ project, onEdited }: { project: ProjectPage; onEdited: () => void }) {
  const [seen, setSeen] = useState(project)
  const edited = editedParts(seen, project)
  const key = edited.join()
  // The facts of the steps are those of the moment at which the checklist was read.
  const read = useEffectEvent(onEdited)
  useEffect(() => {
    if (key) read()
  }, [key])
  if (edited.length === 0) return null
  return (
    <Note
      tone="warn"
      className={css.note}
      actions={
        <Button size="sm" kind="quiet" onClick={() => setSeen(project)}>
          {t.editedKnown}
        </Button>
      }
    >
      <b>{t.editedTitle}</b>
      {t.edited(edited.map((part) => t.fields[part]))}
    </Note>
  )
}
