import { useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { groupsOf, type ScopeName } from '@/lib/scopes'
import type { FieldsOf } from './use-app-form'
import teamCss from '@/components/team/team.module.css'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './scope-grid.module.css'

type ScopeGridProps = {
  form: FieldsOf<'scopes'>
  hint: string
  /** The scopes to choose from; all that a token may have where it is left out. */
  among?: readonly ScopeName[]
}

/** The choice of scopes, by subject. The value of the field is the list of their names. */
export function ScopeGrid({ form, hint, among }: ScopeGridProps) {
  const { control, error } = form.field('scopes')
  const id = useId()
  return (
    <fieldset className={css.root} aria-describedby={id} data-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <legend className={formCss.label}>{t.scopes}</legend>
      {groupsOf(among).map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <span className={ui.small}>{group.title}</span>
          <div className={teamCss.bits}>
            {group.scopes.map((scope) => (
              <Checkbox key={scope} {...control} value={scope}>
                {t.scopeNames[scope]}
              </Checkbox>
            ))}
          </div>
        </div>
      ))}
      <p id={id} className={error ? formCss.error : formCss.hint} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </fieldset>
  )
}
