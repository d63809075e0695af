import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { Textarea } from '@/components/ui/input'
import { DiffRoot, LineDiff } from '@/features/history'
import { formatDateTime } from '@/lib/format'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import type { Theirs } from '../model/autosave'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './editor.module.css'

/** Two tabs saved different texts: both are shown, one is chosen or a third is written. */
export function SaveClash({ mine, theirs, onChoose }: { mine: string; theirs: Theirs; onChoose: (text: string) => void }) {
  const [hand, setHand] = useState(mine)
  const id = useId()
  return (
    <div className={css.clash}>
      <Note tone="warn">
        <b>{t.clash.title}</b>
        <p>{t.clash.text}</p>
      </Note>
      <DiffRoot>
        <LineDiff
          title={`${theirs.at ? t.clash.theirsAt(formatDateTime(theirs.at)) : t.clash.theirs} → ${t.clash.mine}`}
          before={theirs.text}
          after={mine}
        />
      </DiffRoot>
      <div className={ui.row}>
        <Button kind="primary" onClick={() => onChoose(mine)}>
          {t.clash.useMine}
        </Button>
        <Button onClick={() => onChoose(theirs.text)}>{t.clash.useTheirs}</Button>
      </div>
      <div className={formCss.field}>
        <label htmlFor={id}>{t.clash.byHand}</label>
        <Textarea id={id} rows={10} value={hand} onChange={(event) => setHand(event.target.value)} spellCheck={false} />
        <div className={formCss.actions}>
          <Button onClick={() => onChoose(hand)}>{t.clash.useHand}</Button>
        </div>
      </div>
    </div>
  )
}
