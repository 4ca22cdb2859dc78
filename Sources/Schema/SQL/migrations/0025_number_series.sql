-- Numbers of documents that must have no gap, such as those of invoices.

create table pressrun.number_series (
  tenant text not null,
  name text not null,
  pattern text not null,
  next_number bigint not null check (next_number >= 1),
  created_at timestamptz not null default now(),
  primary key (tenant, name)
);
comment on table pressrun.number_series is
  'Series of numbers, by tenant. draw_number issues each number once and in order, in the transaction of the producer.';
comment on column pressrun.number_series.pattern is
  'How a number is written: text with {number}, or {number:6} for at least six digits.';
comment on column pressrun.number_series.next_number is 'The number that is issued next.';

create table pressrun.issued_numbers (
  tenant text not null,
  series text not null,
  number bigint not null,
  text text not null,
  unique_key text not null,
  issued_at timestamptz not null default now(),
  voided_at timestamptz,
  void_reason text,
  primary key (tenant, series, number),
  foreign key (tenant, series) references pressrun.number_series (tenant, name),
  check ((voided_at is null) = (void_reason is null))
);
create unique index issued_numbers_unique_key on pressrun.issued_numbers (tenant, series, unique_key);
comment on table pressrun.issued_numbers is 'The numbers that draw_number issued. They are kept for ever.';
comment on column pressrun.issued_numbers.text is 'The number as the pattern of the series writes it.';
comment on column pressrun.issued_numbers.unique_key is 'The producer''s name of what the number was issued for.';
comment on column pressrun.issued_numbers.voided_at is 'When the number was declared void; null if it is valid.';
