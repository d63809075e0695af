import { Checkbox } from '@/components/ui/checkbox'
import { flipBit, hasBit } from '@/lib/permissions'
import formCss from '@/components/ui/form.module.css'
import teamCss from './team.module.css'

type PermissionBitsProps = {
  legend: string
  labels: readonly string[]
  value: number
  /** The rights that the viewer may grant or revoke: the others stay unchanged. */
  held: number
  onValue: (value: number) => void
}

/** The rights of a member, one checkbox each. */
export function PermissionBits({ legend, labels, value, held, onValue }: PermissionBitsProps) {
  return (
    <fieldset>
      <legend className={formCss.label}>{legend}</legend>
      <div className={teamCss.bits}>
        {labels.map((label, bit) => (
          <Checkbox key={label} checked={hasBit(value, bit)} disabled={!hasBit(held, bit)} onChange={() => onValue(flipBit(value, bit))}>
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
