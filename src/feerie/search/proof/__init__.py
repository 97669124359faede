"""Lower bounds for play to a given position (proof games): who becomes whom, who is captured, and what that costs."""
