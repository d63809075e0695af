import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import type { Choice, Question } from '../model/conflicts'
import ui from '@/components/ui/ui.module.css'

const t = serverFilesText.conflict

type ConflictDialogProps = { question: Question | undefined; onAnswer: (choice: Choice, all: boolean) => void }

/** Asks what to do with a file whose place is taken. Closing it skips the file. */
export function ConflictDialog({ question, onAnswer }: ConflictDialogProps) {
  const [all, setAll] = useState(false)
  const choose = (choice: Choice) => onAnswer(choice, all)
  return (
    <Dialog
      open={question !== undefined}
      onOpenChange={() => choose('skip')}
      title={t.title}
      footer={
        <>
          <Button onClick={() => choose('skip')}>{t.skip}</Button>
          <Button onClick={() => choose('both')}>{t.both}</Button>
          <Button kind="primary" danger disabled={!question?.replaceable} onClick={() => choose('replace')}>
            {t.replace}
          </Button>
        </>
      }
    >
      <p className={ui.break}>{question ? t.text(question.path) : ''}</p>
      {question && !question.replaceable ? <p className={ui.muted}>{t.folder}</p> : null}
      <Checkbox className={ui.above12} checked={all} onChange={(event) => setAll(event.target.checked)}>
        {t.all}
      </Checkbox>
    </Dialog>
  )
}
